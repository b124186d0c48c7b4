import { describe, expect, it } from 'vitest';
import { initialsFor } from './initials-for.ts';

describe('the letters in place of a picture', () => {
  it('are the first two of the name, in capitals [230]', () => {
    expect(initialsFor({ name: 'mei ling', firstName: 'Xi', email: 'a@b.c' })).toBe('ME');
  });

  it('are the first two of the first name where the name is empty [231]', () => {
    expect(initialsFor({ name: '', firstName: 'xi', email: 'a@b.c' })).toBe('XI');
    expect(initialsFor({ name: '  ', firstName: 'xiu', email: 'a@b.c' })).toBe('XI');
  });

  it('are the first two of the email where both are empty [232]', () => {
    expect(initialsFor({ name: '', firstName: '', email: 'ravi@example.com' })).toBe('RA');
  });

  it('do not cut a letter of two code units in half', () => {
    expect(initialsFor({ name: '𠮷田' })).toBe('𠮷田');
  });
});

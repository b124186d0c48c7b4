import { describe, expect, it } from 'vitest';
import { isType, sniffType } from './sniff-type.ts';

const cases: Array<[string, Buffer, string, string]> = [
  ['a PNG', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'image/png', '.png'],
  ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg', '.jpg'],
  ['a WebP', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), 'image/webp', '.webp'],
  ['a PDF', Buffer.from('%PDF-1.7\n'), 'application/pdf', '.pdf'],
  [
    'an SVG with a prologue',
    Buffer.from('<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="http://www.w3.org/2000/svg"></svg>'),
    'image/svg+xml',
    '.svg',
  ],
  ['a page', Buffer.from('<html><body>x</body></html>'), 'text/html; charset=utf-8', '.html'],
  ['a page without a document type', Buffer.from('<script>alert(1)</script>'), 'text/html; charset=utf-8', '.html'],
  ['JSON', Buffer.from('{"a": 1}'), 'application/json', '.json'],
  ['what only begins like JSON', Buffer.from('{"a": 1'), 'text/plain; charset=utf-8', '.txt'],
  ['a table', Buffer.from('a,b\n1,2\n3,4\n'), 'text/csv', '.csv'],
  ['plain text', Buffer.from('hello world'), 'text/plain; charset=utf-8', '.txt'],
  ['an empty file', Buffer.alloc(0), 'text/plain; charset=utf-8', '.txt'],
  ['text in sixteen bits', Buffer.from('fffe68006900', 'hex'), 'text/plain; charset=utf-16le', '.txt'],
  ['a page for a printer', Buffer.from('%!PS-Adobe-3.0'), 'application/postscript', '.ps'],
  ['a script of the shell', Buffer.from('#!/bin/bash\necho'), 'text/x-shellscript', '.sh'],
  ['a script of another language', Buffer.from('#!/usr/bin/env python3\n1'), 'text/x-python', '.py'],
  ['a script for a server', Buffer.from('<?php echo 1;'), 'text/x-php', '.php'],
  ['bytes that are nothing known', Buffer.from([1, 2, 3, 0, 5]), 'application/octet-stream', ''],
];

describe('sniffType', () => {
  it.each(cases)('knows %s by its bytes', (_, bytes, type, extension) => {
    expect(sniffType(bytes)).toMatchObject({ type, extension });
  });

  it.each([
    ['<!---->'.repeat(60), 'text/html; charset=utf-8'],
    [`${'<!--x-->'.repeat(50)}<svg xmlns="http://www.w3.org/2000/svg"/>`, 'image/svg+xml'],
    [`<!--${'-->'.repeat(130)}`, 'text/html; charset=utf-8'],
    [`<?xml?>${'<!doctype svg>'.repeat(30)}`, 'text/xml; charset=utf-8'],
    ['<!-- <svg xmlns="http://www.w3.org/2000/svg"> -->', 'text/html; charset=utf-8'],
    ['<svg viewBox="0"><g xmlns="http://www.w3.org/2000/svg"/></svg>', 'text/plain; charset=utf-8'],
  ])('[10.1.3] tells what begins like a picture in words by one look at it: %.40s', (text, type) => {
    expect(sniffType(Buffer.from(text)).type).toBe(type);
  });

  it('knows a table by its columns, where quotation marks are whole and where one is missing', () => {
    expect(sniffType(Buffer.from('"a,b",c\n1,2\n')).type).toBe('text/csv');
    expect(sniffType(Buffer.from('a"b,c\n1,2\n')).type).toBe('text/csv');
    expect(sniffType(Buffer.from('"a,b\n1,2,3\n')).type).toBe('text/plain; charset=utf-8');
  });

  it('[11.2] takes a file for JSON by its beginning where it has too much in it to be read whole', () => {
    const lists = (count: number, end: string) => Buffer.from(`[${'[],'.repeat(count)}[]${end}`);
    expect(sniffType(lists(9000, ']')).type).toBe('application/json');
    expect(sniffType(lists(9000, '')).type).toBe('text/plain; charset=utf-8');
    expect(sniffType(lists(20_000, '')).type).toBe('application/json');
  });

  it('is not misled by a picture that carries a script', () => {
    const bytes = Buffer.concat([Buffer.from('<html><script>'), Buffer.from('89504e470d0a1a0a', 'hex')]);
    expect(sniffType(bytes).type).not.toBe('image/png');
  });
});

describe('isType', () => {
  it('compares without parameters and knows other names of a type', () => {
    expect(isType(sniffType(Buffer.from('hello')), 'text/plain')).toBe(true);
    expect(isType(sniffType(Buffer.from('%PDF-1.7')), 'application/x-pdf')).toBe(true);
    expect(isType(sniffType(Buffer.from('hello')), 'image/png')).toBe(false);
  });
});

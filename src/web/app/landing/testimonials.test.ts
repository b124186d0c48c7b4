import { describe, expect, it } from 'vitest';
import { chooseTestimonials } from './testimonials.ts';

const review = (authorName: string, text = `${authorName} is glad.`) => ({ authorName, text });

describe('the voices on the landing page', () => {
  it('are three where there are reviews, and none where nobody wrote [35]', () => {
    expect(chooseTestimonials([])).toEqual([]);
    expect(chooseTestimonials(['A', 'B', 'C', 'D'].map((name) => review(name)))).toHaveLength(3);
  });

  it('are published reviews first, each learner once and none too long', () => {
    const chosen = chooseTestimonials([review('Long', 'x'.repeat(181)), review('Mei'), review('Mei'), review('Farid')]);
    expect(chosen.slice(0, 2).map(({ name }) => name)).toEqual(['Mei', 'Farid']);
  });
});

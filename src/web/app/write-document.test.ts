import { describe, expect, it } from 'vitest';
import { writeDocument } from './write-document.ts';

const sheet = { href: '/assets/a.css', text: 'a{}' };
const assets = {
  entryScript: '/assets/entry.js',
  entryImports: [],
  styles: {
    landing: sheet,
    'sign-in': sheet,
    public: sheet,
    app: sheet,
    fonts: { href: '/assets/fonts.css', text: '' },
  },
  textFont: '/assets/f.woff2',
};
const page = (parts: Partial<Parameters<typeof writeDocument>[0]>) =>
  writeDocument({
    path: '/',
    nonce: 'n0nce',
    theme: undefined,
    assets,
    meta: { title: 'T' },
    content: '',
    css: 'landing',
    state: { flags: {}, now: '2026-12-01T00:00:00.000Z', hydration: undefined },
    ...parts,
  });

describe('a page', () => {
  it('cannot be broken out of by what people wrote', () => {
    const html = page({
      meta: { title: '</title><script>', description: '"><script>' },
      state: { flags: {}, now: '', hydration: { loaderData: { a: '</script><script>alert(1)' } } },
    });
    expect(html.match(/<script/g)).toHaveLength(2);
  });

  it('gives every inline script and style the nonce', () => {
    const inline = page({}).match(/<(?:style|script)(?![^>]*(?:src=|application\/json))[^>]*>/g) ?? [];
    expect(inline).toHaveLength(2);
    for (const tag of inline) expect(tag).toContain('nonce="n0nce"');
  });

  it('loads no script before it is painted, but in the signed-in area', () => {
    expect(page({})).not.toContain('src="/assets/entry.js"');
    expect(page({ css: 'app' })).toContain('src="/assets/entry.js"');
  });

  it('loads the fonts after it is painted, at once where scripts are off, and early in the signed-in area', () => {
    expect(page({})).toContain('<noscript><link rel="stylesheet" href="/assets/fonts.css"></noscript>');
    expect(page({}).replace(/<noscript>.*?<\/noscript>/, '')).not.toContain('<link rel="stylesheet"');
    expect(page({ css: 'app' })).toContain('<link rel="preload" href="/assets/f.woff2"');
  });

  it('comes in the theme that was chosen', () => {
    expect(page({ theme: 'dark' })).toContain('<html lang="en-SG" data-theme="dark">');
    expect(page({})).toContain('<html lang="en-SG">');
  });
});

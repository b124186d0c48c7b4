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
    fonts: {
      href: '/assets/fonts.css',
      text: '@font-face{font-family:F;src:url(/assets/f.woff2)format("woff2");font-display:swap}',
    },
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

  it('that is read has its fonts at the first paint or not at all, so that no line breaks anew', () => {
    const html = page({ path: '/terms', css: 'public' });
    expect(html).toContain('<link rel="preload" href="/assets/f.woff2" as="font"');
    expect(html).toContain('<style nonce="n0nce">@font-face{font-family:F;src:url(/assets/f.woff2)');
    expect(html).toContain('font-display:optional');
    expect(html).not.toContain('font-display:swap');
    expect(html).not.toContain('/assets/fonts.css');
  });

  it('comes in the theme that was chosen', () => {
    expect(page({ theme: 'dark' })).toContain('<html lang="en-SG" data-theme="dark">');
    expect(page({})).toContain('<html lang="en-SG">');
  });
});

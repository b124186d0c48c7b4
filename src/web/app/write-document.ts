import * as texts from '#texts/app.ts';
import * as page from '#texts/language.ts';
import type { PageMeta } from '../platform/ground/page-meta.ts';
import { type PageState, pageStateId } from '../platform/ground/page-state.ts';

/** What the build left on disk, as the pages need it. */
export type PageAssets = {
  /** The address of the browser's entry script. */
  entryScript: string;
  /** Scripts the entry imports at once, by address. */
  entryImports: string[];
  /** The stylesheets' texts and addresses. */
  styles: Record<'landing' | 'sign-in' | 'public' | 'app' | 'fonts', { href: string; text: string }>;
  /** The address of the text font. The signed-in area loads it early; start and sign-in pages load their fonts after the first paint. */
  textFont: string;
};

type DocumentParts = {
  path: string;
  nonce: string;
  theme: 'light' | 'dark' | undefined;
  assets: PageAssets;
  meta: PageMeta;
  content: string;
  /** `app` is linked, since the signed-in area keeps it cached; the public ones are written into the page. */
  css: 'landing' | 'sign-in' | 'public' | 'app';
  state: { [Name in keyof PageState]: PageState[Name] | undefined };
};

/** A whole HTML page. The only styles and scripts in it carry the nonce, so the policy needs no 'unsafe-inline'. */
export function writeDocument(parts: DocumentParts): string {
  const { assets, nonce, theme, css, meta } = parts;
  const isApp = css === 'app';
  const style = isApp
    ? styleLink(assets.styles.app.href)
    : `<style nonce="${nonce}">${assets.styles[css].text}</style>`;
  const head = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(meta.title)}</title>`,
    meta.description ? `<meta name="description" content="${escapeHtml(meta.description)}">` : '',
    meta.isPrivate ? '<meta name="robots" content="noindex">' : '',
    `<meta property="csp-nonce" nonce="${nonce}">`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    isApp ? preloadFont(assets.textFont) : '',
    css === 'public' ? steadyFonts(parts) : '',
    style,
    isApp ? moduleLinks(assets) : '',
    bringsFonts(css) ? `<noscript>${styleLink(assets.styles.fonts.href)}</noscript>` : '',
  ].join('');
  return `<!doctype html><html lang="${page.locale}"${theme ? ` data-theme="${theme}"` : ''}><head>${head}</head><body><div id="root">${parts.content}</div>${isApp ? noScriptNote : ''}<script type="application/json" id="${pageStateId}">${escapeJson(parts.state)}</script>${isApp ? `<script type="module" src="${assets.entryScript}"></script>` : `<script nonce="${nonce}">${firstScript(parts)}</script>`}</body></html>`;
}

const noScriptNote = `<noscript><meta http-equiv="refresh" content="0;url=/login"><p>${escapeHtml(texts.bookingNeedsJavaScript)}</p></noscript>`;

/**
 * The faces of a page that is read, such as the terms: there at the first paint, or not on this page at all. Words in another face break into
 * other lines, whatever metrics it is given, so that a face that comes late would move what is being read.
 */
function steadyFonts({ assets, nonce }: DocumentParts): string {
  const faces = assets.styles.fonts.text.replaceAll('font-display:swap', 'font-display:optional');
  const addresses = [...faces.matchAll(/url\("?([^")]+)"?\)/g)].map((match) => match[1] ?? '');
  return `${addresses.map(preloadFont).join('')}<style nonce="${nonce}">${faces}</style>`;
}

function preloadFont(href: string): string {
  return `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`;
}

function styleLink(href: string): string {
  return `<link rel="stylesheet" href="${href}">`;
}

function moduleLinks({ entryImports }: PageAssets): string {
  return entryImports.map((href) => `<link rel="modulepreload" href="${href}">`).join('');
}

/** Pages whose forms are sent by script only: their passwords and codes never travel as a plain form. */
export function isScriptedForm(path: string): boolean {
  return /^\/(?:login|login-otp|register|forgot-password|auth\/.+|_\/?)$/.test(path);
}

/** Whether the page brings its fonts once it is painted: those with few words and a picture to show first. */
const bringsFonts = (css: DocumentParts['css']) => css === 'landing' || css === 'sign-in';

/**
 * The page's only script before the application: once the page is painted it brings the fonts, then, when the browser is idle or at the
 * first sign of use, the application (after two seconds at the latest: a page whose styles came late gets no idle moment in Chromium until
 * something new is drawn; setTimeout takes the options for no time). Until then it keeps right what plain HTML cannot: what was sent or pressed on a sign-in page waits
 * for the application, and on other pages a guest's tap on a free time is remembered on the way to the sign-in page.
 */
function firstScript({ path, assets, css }: DocumentParts): string {
  const fonts = bringsFonts(css)
    ? `let l=document.createElement("link");l.rel="stylesheet";l.href="${assets.styles.fonts.href}";document.head.append(l);`
    : '';
  const start = `let s;const go=()=>s||(s=import("${assets.entryScript}"));addEventListener("load",()=>requestAnimationFrame(()=>setTimeout(()=>{${fonts}(self.requestIdleCallback||setTimeout)(go,{timeout:2e3})})));for(const n of["pointerdown","focusin","keydown"])addEventListener(n,go,{once:true,passive:true});`;
  return `{${start}${leaveByLinks}${isScriptedForm(path) ? holdForms : beReady}}`;
}

const beReady = 'self.kerbsideIsReady=()=>{kerbsideIsReady=null}';

const holdForms =
  'let f,b;addEventListener("submit",e=>{if(kerbsideIsReady){e.preventDefault();f=e.target;go()}});addEventListener("click",e=>{if(kerbsideIsReady)b=e.target.closest("button[type=button]")||b});self.kerbsideIsReady=()=>{kerbsideIsReady=null;f?.requestSubmit();b?.click()}';

/**
 * A link that is pressed before the application is ready is the browser's alone, and so is every later one while that page is still on its
 * way: else that page would come after the one that was pressed last, and undo it.
 */
const leaveByLinks =
  'let p;addEventListener("click",e=>{const a=e.target.closest("a[href]");if(a&&(kerbsideIsReady||p)){e.stopPropagation();if(!e.metaKey&&!e.ctrlKey){const h=a.getAttribute("href"),w=sessionStorage;p||=h[0]!="#";if("hold"in a.dataset&&!localStorage.pocketbase_auth){e.preventDefault();w.kerbside_wanted_path=h;w.kerbside_wanted_with=a.dataset.hold;location=a.dataset.first}}}},true);';

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** JSON that cannot end its script element, whatever people wrote into their texts. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

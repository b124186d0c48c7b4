import type { Engine } from '../engine.ts';
import { notFound } from '../http/api-error.ts';
import { onOwnMachine } from '../http/on-own-machine.ts';
import type { Route } from '../http/route.ts';
import type { Mail } from './mail-queue.ts';
import { findMail, findMails } from './mails.store.ts';
import { escapeHtml } from './render-template.ts';

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; frame-src 'self'",
};
const style =
  '<style>*{box-sizing:border-box}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:960px;padding:24px;color:#14211c;background:#fbfaf6}table{width:100%;border-collapse:collapse}td,th{text-align:left;padding:8px;border-bottom:1px solid #e3e0d6;vertical-align:top;overflow-wrap:anywhere}a{color:#0f5c46}input,button{font:inherit;padding:8px 12px;max-width:100%}iframe{width:100%;height:420px;border:1px solid #e3e0d6;border-radius:8px;background:#fff}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#fff;border:1px solid #e3e0d6;border-radius:8px;padding:16px}@media(max-width:640px){body{padding:16px}h1{overflow-wrap:anywhere}th{display:none}tr{display:grid;grid-template-columns:minmax(0,1fr) auto;padding:8px 0;border-bottom:1px solid #e3e0d6}td{padding:2px 0;border:0}td:nth-child(3){order:-2;grid-column:1/-1;font-weight:600}td:nth-child(2){order:-1;grid-column:1/-1}}</style>';

/** Outside production and on the machine itself only: the mails this server wrote, to look at in a browser and, as JSON, to test with. */
export function mailboxRoutes(engine: Engine): Route[] {
  return [listRoute(engine), viewRoute(engine), jsonRoute(engine)].map(onOwnMachine);
}

function listRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/dev/mailbox',
    async handle({ query }) {
      const to = query.to ?? '';
      const mails = await findMails(engine.db, to);
      const rows = mails.map(
        (mail) =>
          `<tr><td>${mail.created.toISOString().slice(0, 16).replace('T', ' ')}</td><td>${escapeHtml(mail.to)}</td><td><a href="/dev/mailbox/${mail.id}">${escapeHtml(mail.subject)}</a></td><td>${mail.status}</td></tr>`,
      );
      const empty = '<p>No mail here yet. Mails appear when somebody signs in with a code or books a lesson.</p>';
      const table = `<table><tr><th>Time (UTC)</th><th>To</th><th>Subject</th><th>State</th></tr>${rows.join('')}</table>`;
      const search = `<form><label>Address <input name="to" type="search" value="${escapeHtml(to)}"></label> <button>Find</button></form>`;
      return page('Mailbox', `<h1>Mailbox</h1>${search}${mails.length > 0 ? table : empty}`);
    },
  };
}

function viewRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/dev/mailbox/:id',
    async handle({ params }) {
      const id = Number(params.id);
      const mail = Number.isSafeInteger(id) ? await findMail(engine.db, id) : undefined;
      if (!mail) throw notFound();
      const { message } = mail;
      const invitation = message.invitation
        ? `<h2>Invitation</h2><pre>${escapeHtml(message.invitation.ics)}</pre>`
        : '';
      const head = `<p><a href="/dev/mailbox">All mails</a></p><h1>${escapeHtml(mail.subject)}</h1><p>To ${escapeHtml(mail.to)}, ${mail.status}</p>`;
      const isForgotten = message.text === '' && message.html === '';
      const words = isForgotten
        ? '<p>It carried a code or a link and was forgotten when it was sent.</p>'
        : shown(message);
      return page(mail.subject, `${head}${words}${invitation}`);
    },
  };
}

// In a frame that runs no script; its links open outside.
function shown({ html, text }: Mail): string {
  const frame = `<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(html)}"></iframe>`;
  return `${frame}<h2>As text</h2><pre>${escapeHtml(text)}</pre>`;
}

function jsonRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/dev/mailbox',
    async handle({ query }) {
      const mails = await findMails(engine.db, query.to ?? '');
      return { status: 200, body: mails.map(({ message, status, created }) => ({ ...message, status, created })) };
    },
  };
}

function page(title: string, body: string) {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>${style}</head><body>${body}</body></html>`;
  return { status: 200, headers, body: html };
}

import { data, type LoaderFunctionArgs } from 'react-router';
import type { PageHandle } from '../app/page-meta.ts';
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
import { HashLinkPage } from './HashLinkPage.tsx';
import { MailLinkPage } from './MailLinkPage.tsx';
import { mailLinks } from './mail-links.ts';

// Their addresses carry tokens and are not for search engines.
const meta = (loaderData: unknown) => ({ title: `${String(loaderData)} · Kerbside`, isPrivate: true });

/** `/auth/:what/:token`: where mails lead. */
export const mailLinkRoute = {
  Component: MailLinkPage,
  loader({ params }: LoaderFunctionArgs): string {
    const title = mailLinks.get(params.what ?? '');
    if (!title) throw data(null, { status: 404 });
    return title;
  },
  handle: { meta } satisfies PageHandle,
};

/** `/_/#/auth/…`: where the backend's usual mails lead. */
export const hashLinkRoute = {
  Component: HashLinkPage,
  handle: { meta: { title: 'One moment · Kerbside', isPrivate: true } } satisfies PageHandle,
};

/** `/forgot-password`. */
export const forgotPasswordRoute = {
  Component: ForgotPasswordPage,
  handle: {
    meta: { title: 'Forgot your password? · Kerbside', description: 'Get a link to set a new password by email.' },
  } satisfies PageHandle,
};

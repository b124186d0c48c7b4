import { data, type LoaderFunctionArgs } from 'react-router';
import * as texts from '#texts/mailLinks.ts';
import type { PageHandle } from '../../platform/ground/page-meta.ts';
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
import { HashLinkPage } from './HashLinkPage.tsx';
import { MailLinkPage } from './MailLinkPage.tsx';
import { mailLinks } from './mail-links.ts';

// Their addresses carry tokens and are not for search engines.
const meta = (loaderData: unknown) => ({
  title: texts.loaderDataKerbside({ loaderData: String(loaderData) }),
  isPrivate: true,
});

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
  handle: { meta: { title: texts.oneMomentKerbside, isPrivate: true } } satisfies PageHandle,
};

/** `/forgot-password`. */
export const forgotPasswordRoute = {
  Component: ForgotPasswordPage,
  handle: {
    meta: { title: texts.forgotYourPasswordKerbside, description: texts.getALinkToSet },
  } satisfies PageHandle,
};

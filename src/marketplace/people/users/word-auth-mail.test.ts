import { expect, test } from 'vitest';
import { defaultAuthOptions } from '#engine/collections/default-auth-options.ts';
import { usersCollection } from './users.collection.ts';
import { wordAuthMail } from './word-auth-mail.ts';
import { writeAuthMail } from './write-auth-mail.ts';

const ours = usersCollection.type === 'auth' ? usersCollection.auth : undefined;
const engines = defaultAuthOptions();
const onOurPages = (body: string) => body.replace('{APP_URL}/_/#/auth/', '{APP_URL}/auth/');

test('the English words are those of the records engine, with links to our own pages', () => {
  for (const name of ['verificationTemplate', 'resetPasswordTemplate', 'confirmEmailChangeTemplate'] as const) {
    expect(ours?.[name]).toEqual({ subject: engines[name].subject, body: onOurPages(engines[name].body) });
  }
  expect(ours?.otp.emailTemplate).toEqual(engines.otp.emailTemplate);
  const { subject, body } = engines.authAlert.emailTemplate;
  expect(ours?.authAlert.emailTemplate.subject).toBe(subject);
  const wayOut = /<p>\n {2}<a class="btn" href="\{APP_URL\}\/forgot-password".*<\/a>\n<\/p>\n/;
  expect(ours?.authAlert.emailTemplate.body.replace(wayOut, '')).toBe(body);
});

test('a language that is not complete is sent English, and an operator’s own words stay as they are', () => {
  const row = { language: 'xx' };
  expect(wordAuthMail(writeAuthMail('otp', 'en'), row)).toEqual(writeAuthMail('otp', 'en'));
  const own = { subject: 'In our own words', body: '<p>{TOKEN}</p>' };
  expect(wordAuthMail(own, row)).toBe(own);
});

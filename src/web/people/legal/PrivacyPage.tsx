import '../../platform/ground/public-styles.ts';
import { formatUnit } from '#texts/format-number.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { keptLines } from './kept-lines.ts';
import { LegalList, LegalPage, LegalPart } from './LegalPage.tsx';

/** What is kept about people, why and for how long. */
export function PrivacyPage() {
  const policy = usePolicy();
  const { privacyContact, logDays } = useConfig();
  return (
    <LegalPage title="Privacy" note="Under the Personal Data Protection Act 2012.">
      <LegalPart title="What we keep">
        <LegalList
          items={[
            'Your name, email and what you add yourself: phone, picture, location.',
            'Your lessons, what was paid for them, and what your instructor noted about your skills.',
            'What you say about your way to a licence: dates, and that you are 18 or over, with when you said it. Never your date of birth.',
            'Of instructors also what their profile shows. If they choose to say their gender, learners can search by it.',
            'The papers that instructors send us for checking. Only they and our staff can open them, and each view is recorded.',
            'Names and phone numbers that instructors write down of their own learners, with notes and what those paid. Instructors can change them at any time. Names, numbers and notes go when they close their account; what was paid stays, without a name.',
            'Of the calendars that instructors let us read, their addresses and when they are busy, never what for. They go when the instructor removes the calendar or closes their account.',
            'What the bank tells us about payments to our account, with payments.',
          ]}
        />
      </LegalPart>
      <LegalPart title="What we never ask for">
        <p>
          Your NRIC or FIN, and the number of your provisional licence. If a paper you send shows them, cover them
          first. Card numbers, where cards are taken, go to Stripe, never to us. A card that you save is kept by Stripe
          until you remove it there or close your account. Where payments run in the sandbox, only test cards work.
        </p>
      </LegalPart>
      <LegalPart title="Who sees what">
        <LegalList
          items={[
            `Learner and instructor are shown each other's phone number from confirmation until ${formatUnit(policy.contactHours, 'hour')} after the lesson. The instructor sees the pick-up address just as long. The mails about the lesson have both, too. The instructor you book sees your note.`,
            'Our staff can see accounts, lessons, payments, claims and support requests. An administrator can look through an account, messages included, for an hour at most; begin, reason and end are recorded.',
            'Reviews are public with a short form of your name.',
            "We sell nothing and show no advertising. We load nothing from other companies into these pages, except Stripe's payment form where the operator takes payments by Stripe.",
          ]}
        />
      </LegalPart>
      <LegalPart title="How long">
        <LegalList
          items={[
            ...keptLines(policy),
            ...(logDays > 0
              ? [
                  `Requests to our server, with the network addresses that they came from: ${formatUnit(logDays, 'day')}.`,
                ]
              : []),
            'Which network a time was held from before signing in, as a digest that is only counted: a day after the hold, or until you sign in and it is yours.',
            'How often codes, passwords and calls were tried, with the network address: a day at most.',
            'What our staff changed, and which papers they looked at: in a record that nobody can alter, for as long as the platform runs.',
            'Backups have what was there when they were made, until the operator deletes them.',
            'Everything else until you close your account.',
          ]}
        />
      </LegalPart>
      <LegalPart title="In your browser">
        <p>
          A token in this browser's storage keeps you signed in. Three cookies remember your theme, your language and
          the state of the side bar. The view on this device, learner or instructor, is in its storage. There is no
          tracking cookie.
        </p>
        <p>
          Your next lessons, with their pick-ups, stay on this device so that they can be read offline. So do drafts,
          what you last looked for, and starts and logs of lessons until they are sent. Signing out removes them. A time
          that you hold before you sign in is removed once you signed in or let it go. When it has run out, it is
          removed at your next visit.
        </p>
      </LegalPart>
      <LegalPart title="Your rights">
        <p>
          You can see and correct what we keep on your profile. In your settings you can download all of it, or delete
          your account. Lessons ahead are then called off by their rules. What no law requires is erased at once, also
          where it stands in notifications, reports and mails to others. Mails on their way go out first.
        </p>
        <p>
          If money of yours is still on its way back, we keep your name, phone number and email address until it is
          sent. Where your bank may return it, we keep them for as long as stands above.
        </p>
        <p>
          For anything else write to our data protection officer
          {privacyContact === '' ? ', under Help & Support' : ` at ${privacyContact}`}. Should data be lost in a way
          that may harm you, we tell you and the authority within three days of knowing.
        </p>
      </LegalPart>
    </LegalPage>
  );
}

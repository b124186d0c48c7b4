import type { HelpAnswer } from './help-answer.ts';

/** About what Kerbside is and what one needs. */
export const startAnswers: readonly HelpAnswer[] = [
  {
    question: 'What is Kerbside?',
    answer:
      'A marketplace for licensed private driving instructors in Singapore. You compare them by price, area and free times, book and pay here, and drive with them. Kerbside is no driving school: your contract is with the instructor.',
  },
  {
    question: 'What do I need for my first lesson on the road?',
    answer:
      'You must be 18 or older and hold a valid provisional driving licence (PDL). The instructor looks at it before you start. Without it the lesson cannot take place and counts as missed.',
  },
  {
    question: 'How do I get a provisional licence?',
    answer:
      'Enrol at a driving centre as a private candidate, pass the Basic Theory Test, and apply with Singpass. It is valid for two years.',
  },
  {
    question: 'Class 3 or Class 3A?',
    answer:
      'Class 3A is for cars without a clutch pedal. Class 3 is learned on a manual car and covers both. Most learners in Singapore choose 3A; each instructor’s page says which they teach.',
  },
  {
    question: 'How many lessons will I need?',
    answer:
      'That differs a lot: 20 to 25 lessons are usual. Your skills on the dashboard show how far you are, and your instructor can tell when a mock test makes sense.',
  },
];

/** About messages and what one is told. */
export const messageAnswers: readonly HelpAnswer[] = [
  {
    question: 'How do I write to an instructor?',
    answer:
      'Choose Message on the instructor’s page or on the page of a lesson. Conversations are behind the speech bubble at the top. Instructors can write to learners who booked with them.',
  },
  {
    question: 'Why is a phone number hidden in my message?',
    answer:
      'Before a lesson between you is confirmed, phone numbers, mail addresses and exact addresses are hidden, and files can’t be sent. That protects both sides. Once a lesson is confirmed you see each other’s number on its page and can write everything.',
  },
  {
    question: 'How long are messages kept?',
    answer: 'Twelve months, then they are deleted with their files.',
  },
  {
    question: 'How do I choose what I am told?',
    answer:
      'On the Notifications page, behind the bell at the top: four channels and four categories, each on or off. Confirmations, receipts, refunds and mails about signing in are always sent. Phones are left alone from 10 PM to 8 AM.',
  },
  {
    question: 'I get no mails. What can I do?',
    answer:
      'Look into the spam folder, check the address in your profile, and see whether Email is on at Notifications. Everything that we tell you stands there as well.',
  },
];

/** About the account and one's data. */
export const accountAnswers: readonly HelpAnswer[] = [
  {
    question: 'I forgot my password.',
    answer:
      'Choose Forgot password at sign-in: a link comes by mail and works once. Or sign in with a six-digit code sent to your address, without any password.',
  },
  {
    question: 'How do I change my email address?',
    answer:
      'On your profile. A link goes to the new address, and the change holds once you have opened it. All devices are then signed out.',
  },
  {
    question: 'Somebody else may know my password.',
    answer:
      'Set a new one in Settings at once. All other devices are signed out by that. We mail you whenever your account is entered from a new device.',
  },
  {
    question: 'Do I have to give my NRIC number?',
    answer:
      'No, never. Kerbside stores no NRIC and no licence number. Your instructor looks at your provisional licence in the car; we keep only that it was seen. Please never send it in a message.',
  },
  {
    question: 'Who sees my phone number and my address?',
    answer:
      'The other side of a confirmed lesson, from the confirmation until 24 hours after it. Nobody else, and nobody before.',
  },
  {
    question: 'What is kept, and for how long?',
    answer:
      'Bookings and payments seven years, as the law asks; messages twelve months; exact addresses 30 days after the lesson. The privacy page has all of it, and how to reach our data protection officer.',
  },
];

/** About what must never go wrong. */
export const safetyAnswers: readonly HelpAnswer[] = [
  {
    question: 'Somebody else than the person in the photo came to teach me.',
    answer:
      'Do not get in. Ask the support under Safety: you get all of your money back, with no time limit, and the instructor’s account is closed to new bookings the same day. Lessons with an unlicensed person are not insured.',
  },
  {
    question: 'The car or its plate is another than on my ticket.',
    answer:
      'Ask before you start. A car must be registered and insured for instruction. If it is not the one on your ticket, you need not drive, and all of your money comes back.',
  },
  {
    question: 'I do not feel safe with somebody I met here.',
    answer:
      'End the lesson where it is safe to stop. In danger call 999. Then ask the support under Safety; such questions are answered on the same day.',
  },
  {
    question: 'What do you check about instructors?',
    answer:
      'The licence, its classes and expiry, the medical certificate from 70 on, the car’s registration for instruction, and its insurance. Each instructor’s page says what was checked and when. When a paper expires the calendar closes by itself.',
  },
];

/** For instructors. */
export const teachingAnswers: readonly HelpAnswer[] = [
  {
    question: 'Who can teach on Kerbside?',
    answer:
      'Private driving instructors with a valid licence, in a car that is registered and insured for instruction. We check each document before a profile is listed, and again when it expires.',
  },
  {
    question: 'What does Kerbside cost instructors?',
    answer:
      'Nothing for learners that you bring yourself. For learners who find you here: 10 % of the first ten paid hours, then 5 %, never more than S$120.00 for one learner.',
  },
  {
    question: 'When am I paid?',
    answer:
      'A lesson can be paid out 72 hours after its end unless a claim is open. Payouts go out on Wednesdays, from S$20.00 on.',
  },
  {
    question: 'How do I change when I can be booked?',
    answer: 'Switch to the Instructor view and open My Schedule. Booked lessons stay as they are.',
  },
  {
    question: 'Do I have to accept every booking?',
    answer:
      'No. Switch instant booking off and answer each request by hand. A request that you do not answer lapses without any penalty, and the learner’s money goes back.',
  },
  {
    question: 'The learner did not come. What now?',
    answer: 'Wait 15 minutes. After that the lesson counts as missed by the learner, and you are paid for it.',
  },
  {
    question: 'How do I start and finish a lesson?',
    answer:
      'Open the lesson, enter the four digits that the learner says, and tick that you have seen the provisional licence. Afterwards mark what was practised: that takes a minute and is the learner’s record.',
  },
];

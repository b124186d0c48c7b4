import type { HelpAnswer } from './help-answer.ts';

/** About finding and holding a time. */
export const bookingAnswers: readonly HelpAnswer[] = [
  {
    question: 'How do I book a lesson?',
    answer:
      'Open Book a Lesson, choose an instructor and one of the free times, say where to pick you up, and pay. The price and what cancelling gives back stand on the page before you pay. The confirmation comes by mail with an entry for your calendar.',
  },
  {
    question: 'How long is a time held for me?',
    answer:
      'Fifteen minutes from the moment you hold it. Nobody else can take it while you pay. If the time runs out nothing is charged, and you can take it again with one tap while it is free.',
  },
  {
    question: 'Somebody took the time while I was choosing. What now?',
    answer:
      'Nothing was charged. You are shown the nearest free times of the same instructor, and your pick-up stays filled in.',
  },
  {
    question: 'When is my lesson confirmed?',
    answer:
      'With most instructors at once, as soon as you have paid. Some confirm by hand: they answer within 12 hours, or within 3 hours when the lesson is less than 24 hours away. Without an answer in time all your money comes back.',
  },
  {
    question: 'How far ahead can I book?',
    answer:
      'Up to eight weeks, and no later than 12 hours before the start, unless the instructor chose otherwise. The times that you see are those that can be booked.',
  },
  {
    question: 'How many lessons can I have with one instructor in a week?',
    answer: 'Three, unless your instructor allows more. So there is a place for other learners, too.',
  },
  {
    question: 'How long is a lesson?',
    answer:
      'Instructors offer 60, 90 or 120 minutes; 90 minutes leave time to drive to the circuit and back. The length is part of what you choose.',
  },
  {
    question: 'Where can I be picked up?',
    answer:
      'At any place in the areas that the instructor covers: an MRT station, a block, your workplace. Learners may not drive on expressways, so a pick-up near the way to the test centre saves time. Your exact address is shown to the instructor only from the confirmation until 24 hours after the lesson.',
  },
];

/** About cancelling, moving and getting money back. */
export const changeAnswers: readonly HelpAnswer[] = [
  {
    question: 'What do I get back when I cancel?',
    answer:
      'All of it until 24 hours before the lesson, half between 24 and 12 hours, nothing after that. Some instructors ask for 48 hours instead; each step is then 24 hours earlier, and the booking page says so before you pay.',
  },
  {
    question: 'I booked the wrong time a moment ago. Does cancelling cost anything?',
    answer: 'Not within 30 minutes of booking, when the lesson is more than 24 hours away: all of it comes back.',
  },
  {
    question: 'I fell ill on the day. Is all the money lost?',
    answer:
      'Once in six months a late cancellation is forgiven: you get the money back as credit, and nobody asks for a certificate. The instructor still gets half, which Kerbside pays. The instructor may also waive the charge within 30 days.',
  },
  {
    question: 'What happens when the instructor cancels?',
    answer:
      'You get everything back at once, whenever it happens. Less than 24 hours before the lesson there is S$10.00 of credit besides.',
  },
  {
    question: 'Can I move a lesson instead of cancelling it?',
    answer:
      'Yes, twice for each lesson, free of charge while cancelling would give all of it back. Later the other side has to agree to the new time and has 24 hours to answer.',
  },
  {
    question: 'How long does a refund take?',
    answer:
      'We send it back at once, to the card or the PayNow account that paid. Banks take up to five working days to show it. The lesson’s page says when it left us.',
  },
  {
    question: 'My first lesson with an instructor was not right. What can I do?',
    answer:
      'Tell us within 48 hours of the lesson: you choose a free lesson of the same length with another instructor, or all of your money back. This holds twice for each learner.',
  },
  {
    question: 'What if a later lesson went wrong?',
    answer:
      'Talk to the instructor first; most things are settled within a day. If not, tell us within 72 hours of the end. Both sides can show what happened, and we decide within three working days.',
  },
];

/** About prices and paying. */
export const paymentAnswers: readonly HelpAnswer[] = [
  {
    question: 'Is there a fee for learners?',
    answer:
      'No. The price you see line by line is what you pay. Evening and weekend surcharges, where an instructor has them, are in it from the first page on.',
  },
  { question: 'How can I pay?', answer: 'By card or with a PayNow code from any bank in Singapore.' },
  {
    question: 'My card was declined. Is my time gone?',
    answer: 'No. The hold goes on: try another card, or PayNow. Nothing was charged.',
  },
  {
    question: 'The page broke off while I was paying. Will I be charged twice?',
    answer: 'No. Open the booking again and go on: one lesson is charged once, whatever happened on the way.',
  },
  {
    question: 'I paid by PayNow after the time had run out. Where is my money?',
    answer:
      'On its way back to you. When a payment comes in and the time is no longer held, all of it is returned, and you are told by mail.',
  },
  {
    question: 'Who holds my money until the lesson?',
    answer:
      'A licensed payment provider. The instructor is paid after the lesson, from 72 hours after its end on, unless something is being claimed.',
  },
  {
    question: 'Where do I find my receipt?',
    answer:
      'On the page of the lesson: open it from Lesson History. It can be printed or saved as a PDF file with your browser’s print.',
  },
];

/** About driving itself. */
export const lessonAnswers: readonly HelpAnswer[] = [
  {
    question: 'What is the start code for?',
    answer:
      'Four digits on your ticket. Say them in the car: that is how both sides confirm that the right instructor and the right learner met. Never send them by message.',
  },
  {
    question: 'What happens when I am late?',
    answer:
      'The instructor waits 15 minutes. The lesson still ends on time. After 15 minutes without you it counts as missed, and nothing comes back.',
  },
  {
    question: 'The instructor is late. What can I do?',
    answer:
      'The lost time is made up, or its part of the price comes back. After 15 minutes you may cancel, and all of it comes back.',
  },
  {
    question: 'Where do I see what I have practised?',
    answer:
      'On your dashboard. After each lesson the instructor marks the skills that you practised, from Introduced to Reflection, with notes. Each lesson’s page keeps its own log.',
  },
  {
    question: 'When can I book the practical test?',
    answer:
      'With a valid provisional licence and both theory tests passed, after the simulator training, which needs at least five practical lessons. The test is booked with your driving centre: BBDC, CDC or SSDC, not with Kerbside.',
  },
  {
    question: 'How many demerit points may I have in the test?',
    answer:
      'Eighteen at most: with twenty points the test is failed. One immediate failure, such as driving on at a red light or mounting the kerb, ends it as well.',
  },
];

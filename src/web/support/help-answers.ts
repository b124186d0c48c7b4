export type HelpCategory = {
  id: string;
  name: string;
  questions: readonly { question: string; answer: string }[];
};

/** The questions of the Help Center with their answers. Figures are those of the published policies. */
export const helpCategories: readonly HelpCategory[] = [
  {
    id: 'booking',
    name: 'Booking',
    questions: [
      {
        question: 'How long is a time held for me?',
        answer:
          'Fifteen minutes from the moment you hold it. Nobody else can take it while you pay. If the time runs out nothing is charged, and you can take it again with one tap while it is free.',
      },
      {
        question: 'What do I need for my first lesson on the road?',
        answer:
          'You must be 18 or older and hold a valid provisional driving licence (PDL). The instructor looks at it before you start. Without it the lesson cannot take place.',
      },
      {
        question: 'What is the start code for?',
        answer:
          'Four digits on your ticket. Say them in the car: that is how both sides confirm that the right instructor and the right learner met. Never send them by message.',
      },
      {
        question: 'How many lessons can I have with one instructor in a week?',
        answer: 'Three, unless your instructor allows more. So there is a place for other learners, too.',
      },
    ],
  },
  {
    id: 'changes',
    name: 'Changes and refunds',
    questions: [
      {
        question: 'What do I get back when I cancel?',
        answer:
          'All of it until 24 hours before the lesson, half between 24 and 12 hours, nothing after that. Some instructors ask for 48 hours instead; each step is then 24 hours earlier, and the booking page says so before you pay.',
      },
      {
        question: 'What happens when the instructor cancels?',
        answer: 'You get everything back at once, whenever it happens.',
      },
      {
        question: 'Where does the money go back to?',
        answer: 'To the card or the PayNow account that paid. Banks take up to five working days to show it.',
      },
    ],
  },
  {
    id: 'payment',
    name: 'Payment',
    questions: [
      {
        question: 'Is there a fee for learners?',
        answer: 'No. The price you see line by line is what you pay.',
      },
      {
        question: 'My card was declined. Is my time gone?',
        answer: 'No. The hold goes on: try another card, or PayNow. Nothing was charged.',
      },
      {
        question: 'The page broke off while I was paying. Will I be charged twice?',
        answer: 'No. Open the booking again and go on: one lesson is charged once, whatever happened on the way.',
      },
    ],
  },
  {
    id: 'teaching',
    name: 'Teaching',
    questions: [
      {
        question: 'Who can teach on Kerbside?',
        answer:
          'Private driving instructors with a valid licence, in a car that is registered and insured for instruction. We check each document before a profile is listed, and again when it expires.',
      },
      {
        question: 'How do I change when I can be booked?',
        answer: 'Switch to the Instructor view and open My Schedule. Booked lessons stay as they are.',
      },
    ],
  },
];

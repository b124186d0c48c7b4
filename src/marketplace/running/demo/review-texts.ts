/** What demo learners write, by their rating. `{name}` is the instructor's first name. */
export const reviewTexts: Record<number, readonly string[]> = {
  5: [
    'Very patient. I stalled six times at one junction and he never raised his voice.',
    'Explains why, not only what. Passed my circuit the week after.',
    'Always on time, car clean, and the notes after each lesson helped me revise.',
    'I failed twice with somebody else. Here I finally understood blind spots.',
    'Calm from the first minute. I look forward to lessons now.',
    'Knows every corner of the test routes. Nothing on test day was a surprise.',
    'Worth every dollar. No small talk, just driving and clear feedback.',
    'Picked me up at the void deck, dropped me at the MRT. So convenient.',
    'My first time behind a wheel and I drove on the road after thirty minutes.',
    'Good at breaking down parking into steps. I can do it without thinking now.',
    'Honest about when I was ready for the test, and when I was not.',
    'Switched from another instructor and wish I had done it earlier.',
    'Price is exactly what was shown. Cancelling once was no drama either.',
    'Teaches in Mandarin when I am lost, which is a lot of the time.',
    'Recommended by my sister, now recommended by me.',
  ],
  4: [
    'Good teacher, a bit quick with the roundabouts, but goes back when asked.',
    'Solid lessons. Evening traffic in the area slows things down, not his fault.',
    'Friendly and clear. Would like more circuit time.',
    'Helped me a lot with lane changes. Sometimes five minutes late.',
    'Knows his routes well. The car is old but works.',
    'Good value. I would have liked written notes.',
    'Strict about mirrors, which I needed.',
  ],
  3: [
    'Fine for practice before the test, less so for beginners.',
    'Knows the material, but we spent a long time in traffic.',
    'Okay lessons. I prefer somebody who explains more.',
  ],
  2: ['We did not get along; too many corrections at once for me.'],
};

/** What instructors write about learners. */
export const learnerReviewTexts: readonly string[] = [
  'Comes prepared and on time.',
  'Listens well and practises at home.',
  'A careful driver in the making.',
  'Asks good questions. Ready for busier roads.',
];

/** The learner of the demo, as the server prints it at its start. */
export const demoLearner = { email: 'mei@kerbside.example', password: 'kerbside-demo' };

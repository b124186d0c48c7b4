/** What a page needs of Stripe to show its form: its script, the frames that the form and a bank's check are in, and its API. */
export const stripeOrigins = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
};

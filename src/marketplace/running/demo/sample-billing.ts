/**
 * The plan of the demonstration: a sample, for nobody pays for a demonstration. Real deployments show what they use (docs/decisions/open-questions.md).
 */
export const sampleBilling = {
  plan: { name: 'Sample plan', price: '$29', period: 'per month' },
  usage: {
    calls: { used: 0, limit: 10_000 },
    storage: { usedBytes: 1_200_000_000, limitBytes: 5_000_000_000 },
  },
} as const;

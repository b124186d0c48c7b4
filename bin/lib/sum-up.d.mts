export type Outcome = [name: string, passed: boolean | undefined];
export function sumUp(outcomes: readonly Outcome[], seed: string): { text: string; code: number };

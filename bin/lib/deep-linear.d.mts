export function checkLinear(node: string, asked: { seed: number; count: number; go?: string }): boolean | undefined;

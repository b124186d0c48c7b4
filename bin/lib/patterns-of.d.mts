export type FoundPattern = { source: string | undefined; flags: string; line: number };
export function patternsOf(text: string, name: string, fill?: string): FoundPattern[];

type Part = { file: string; css?: string[]; imports?: string[] };
type Measured = {
  name: string;
  kilobytes: number;
  files: number;
  measured: { kilobytes: number; files: number };
  missing: string[];
  isKept: boolean;
};
export function measureBudgets(manifest: Record<string, Part>, sizeOf: (file: string) => number): Measured[];

type Visit = { weight: number; room: number };
export type Chunk = {
  fileName: string;
  moduleIds: string[];
  imports: string[];
  dynamicImports: string[];
  bytes: number;
  isEntry: boolean;
  mayJoin: boolean;
};
export function joinChunks(chunks: Chunk[], judge: (entry: Chunk, loaded: Chunk[]) => Visit): Map<string, string>;

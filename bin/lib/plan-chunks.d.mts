import type { build, InlineConfig } from 'vite';

export function planChunks(
  run: typeof build,
  config: InlineConfig & Required<Pick<InlineConfig, 'plugins'>>,
): Promise<Map<string, string>>;

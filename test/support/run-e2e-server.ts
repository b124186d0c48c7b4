import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

// The server that browser tests talk to: the product as it is started, on data of its own that each run begins anew.
const dataDir = join(import.meta.dirname, '../../.cache', process.env.E2E_DATA ?? 'e2e-data');
rmSync(dataDir, { recursive: true, force: true });
mkdirSync(dataDir, { recursive: true });
process.env.DATA_DIR = dataDir;
await import('../../src/main.ts');

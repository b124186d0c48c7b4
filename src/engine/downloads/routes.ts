import type { Engine } from '../engine.ts';
import type { Route } from '../http/route.ts';
import { serveFileRoute } from './serve-file.ts';

/** Stored files (wire contract, section 14). The tokens that open protected ones come from auth/file-token.ts. */
export function fileRoutes(engine: Engine): Route[] {
  return [serveFileRoute(engine)];
}

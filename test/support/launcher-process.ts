import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#engine/database/embedded-postgres.ts';
import { describeStartError } from '#engine/describe-start-error.ts';
import { createLogger } from '#engine/log.ts';

// A server process reduced to its database, for tests that kill it. Says `ready` or what went wrong, one line of JSON each.
const { values } = parseArgs({
  options: { data: { type: 'string' }, tools: { type: 'string' }, package: { type: 'string' } },
});
const say = (line: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const server = await startEmbeddedPostgres({
    dataDir: values.data ?? '',
    log: createLogger('error'),
    ...(values.tools ? { tools: JSON.parse(values.tools) } : {}),
    ...(values.package ? { packageFolder: values.package } : {}),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await server.stop();
      process.exit(0);
    });
  }
  say({ event: 'ready', connection: server.connection });
} catch (error) {
  say({
    event: 'refused',
    message: describeStartError(error) ?? `UNKNOWN ${error instanceof Error ? error.stack : error}`,
  });
  process.exitCode = 1;
}

import type { CronJob } from '../crons/create-crons.ts';
import type { Engine } from '../engine.ts';
import { newId } from '../random.ts';
import type { Backups } from './create-backups.ts';

const prefix = '@auto_pb_backup_';

/**
 * Backups by the clock (wire contract, section 19), while the settings name a time: makes one and deletes the oldest of its kind beyond
 * `cronMaxKeep`. A failure is told to every superuser by mail.
 */
export function autoBackup(engine: Engine, backups: Backups): CronJob {
  return {
    id: '__pbAutoBackup__',
    expression: () => engine.settings.current().backups.cron || undefined,
    async run() {
      try {
        const at = new Date(engine.clock.nowMs()).toISOString().replace(/\D/g, '').slice(0, 14);
        backups.refusePlainInBucket();
        await backups.create(`${prefix}${at}.zip`);
        await dropOldest(engine, backups);
      } catch (error) {
        await tellSuperusers(engine, error);
        throw error;
      }
    },
  };
}

async function dropOldest(engine: Engine, backups: Backups): Promise<void> {
  const { cronMaxKeep } = engine.settings.current().backups;
  if (cronMaxKeep <= 0) return;
  const store = backups.store();
  const made = (await store.list()).map(({ key }) => key).filter((key) => key.startsWith(prefix));
  for (const key of made.sort().slice(0, -cronMaxKeep)) await store.delete(key);
}

async function tellSuperusers(engine: Engine, error: unknown): Promise<void> {
  const superusers = await engine.db.query<{ email: string }>('select email from _superusers order by email');
  const words = error instanceof Error ? error.message : String(error);
  const text = `The scheduled backup failed.\n\n${words}\n`;
  for (const { email } of superusers) {
    const mail = {
      to: { address: email },
      kind: 'own' as const,
      subject: 'Scheduled backup failed',
      text,
      html: `<pre>${escapeHtml(text)}</pre>`,
    };
    await engine.mail.queue(engine.db, mail, `backup failed ${newId(engine.random)}`);
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

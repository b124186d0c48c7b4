import { readTexts } from '../forms/read-form.ts';
import { ApiError, badRequest } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import { newId, type Random } from '../random.ts';
import type { S3Settings, SettingsStore } from '../settings/settings.ts';
import { createS3FileStore } from './create-s3-file-store.ts';
import { openS3 } from './open-s3.ts';

const refusal = 'Failed to test the S3 filesystem.';

/**
 * POST /api/settings/test/s3 {filesystem: storage|backups} (wire contract, section 20): writes a file into the bucket, lists it and deletes it;
 * 400 with the service's words when any of that fails.
 */
export function testS3Route({ settings, random }: { settings: SettingsStore; random: Random }): Route {
  return {
    method: 'POST',
    path: '/api/settings/test/s3',
    async handle(request) {
      requireSuperuser(request);
      const { filesystem } = await readTexts(request, ['filesystem']);
      if (filesystem === '') throw refuse('validation_required', 'Cannot be blank.');
      if (filesystem !== 'storage' && filesystem !== 'backups') {
        throw refuse('validation_in_invalid', 'Must be a valid value.');
      }
      const { s3, backups } = settings.current();
      try {
        await tryBucket(filesystem === 'storage' ? s3 : backups.s3, `pb_settings_test_${newId(random)}`);
      } catch (cause) {
        const words = cause instanceof Error ? cause.message : String(cause);
        throw new ApiError(400, `${refusal} Raw error: \n${words}`, {}, { cause });
      }
      return { status: 204 };
    },
  };
}

async function tryBucket(settings: S3Settings, prefix: string): Promise<void> {
  if (!settings.enabled) throw new Error('S3 storage filesystem is not enabled');
  const store = createS3FileStore(openS3(settings));
  const key = `${prefix}/test.txt`;
  await store.put(key, Buffer.from('test'), 'text/plain');
  await store.deletePrefix(`${prefix}/`);
  if (await store.get(key)) throw new Error('a deleted test file is still there');
}

function refuse(code: string, message: string): ApiError {
  return badRequest(refusal, { filesystem: { code, message } });
}

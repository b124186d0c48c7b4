import { loadBackend } from './backend.ts';

/** Saves what a path answers as a file. It needs the session, which a plain link would not carry. Throws when it is refused. */
export async function downloadFile(path: string, name: string): Promise<void> {
  const { authStore } = await loadBackend();
  const answer = await fetch(path, { headers: { Authorization: authStore.token } });
  if (!answer.ok) throw new Error(`The file was answered with ${answer.status}`);
  const href = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  URL.revokeObjectURL(href);
}

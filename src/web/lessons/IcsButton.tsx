import { CalendarArrowDown } from 'lucide-react';
import { useState } from 'react';
import { loadBackend } from '../session/backend.ts';
import { Button } from '../ui/Button.tsx';
import { useToast } from '../ui/Toasts.tsx';

/** Saves the lesson as a calendar file, which phones and desktop calendars open. */
export function IcsButton({ lessonId }: { lessonId: string }) {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await downloadIcs(lessonId);
    } catch {
      toast({ text: 'The calendar file could not be loaded. Try again in a moment.', isFailure: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="secondary" isBusy={isBusy} onClick={() => void save()}>
      <CalendarArrowDown size={18} strokeWidth={1.75} aria-hidden />
      Add to calendar
    </Button>
  );
}

/** The file needs the session, which a plain link would not carry. */
async function downloadIcs(lessonId: string): Promise<void> {
  const { authStore } = await loadBackend();
  const answer = await fetch(`/api/marketplace/lessons/${lessonId}.ics`, {
    headers: { Authorization: authStore.token },
  });
  if (!answer.ok) throw new Error(`The calendar file was answered with ${answer.status}`);
  const href = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = href;
  link.download = `kerbside-lesson-${lessonId}.ics`;
  link.click();
  URL.revokeObjectURL(href);
}

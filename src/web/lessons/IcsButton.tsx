import { CalendarArrowDown } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#texts/lessons.ts';
import { downloadFile } from '../session/download-file.ts';
import { Button } from '../ui/Button.tsx';
import { useToast } from '../ui/Toasts.tsx';

/** Saves the lesson as a calendar file, which phones and desktop calendars open. */
export function IcsButton({ lessonId }: { lessonId: string }) {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await downloadFile(`/api/marketplace/lessons/${lessonId}.ics`, `kerbside-lesson-${lessonId}.ics`);
    } catch {
      toast({ text: texts.calendarFileNotLoaded, isFailure: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="secondary" isBusy={isBusy} onClick={() => void save()}>
      <CalendarArrowDown size={18} strokeWidth={1.75} aria-hidden />
      {texts.addToCalendar}
    </Button>
  );
}

import { CalendarArrowDown } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#texts/lessons.ts';
import { isAhead } from '../../platform/records/lesson-record.ts';
import { downloadFile } from '../../platform/session/download-file.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { useToast } from '../../platform/ui/Toasts.tsx';

/** Saves a lesson that is ahead as a calendar file, which phones and desktop calendars open. */
export function IcsButton({ lesson }: { lesson: { id: string; status: string; end: string } }) {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await downloadFile(`/api/marketplace/lessons/${lesson.id}.ics`, `kerbside-lesson-${lesson.id}.ics`);
    } catch {
      toast({ text: texts.calendarFileNotLoaded, isFailure: true });
    } finally {
      setBusy(false);
    }
  };
  if (!isAhead(lesson)) return null;
  return (
    <Button variant="secondary" isBusy={isBusy} onClick={() => void save()}>
      <CalendarArrowDown size={18} strokeWidth={1.75} aria-hidden />
      {texts.addToCalendar}
    </Button>
  );
}

import { Download } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#texts/session.ts';
import { Button } from '../ui/Button.tsx';
import { useToast } from '../ui/Toasts.tsx';
import { downloadFile } from './download-file.ts';

type SaveFileProps = {
  path: string;
  name: string;
  children: string;
  /** What is said aloud, where several buttons have the same words. */
  label?: string;
};

/** Saves a file of figures, and says so when that fails. */
export function SaveFile({ path, name, children, label }: SaveFileProps) {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await downloadFile(path, name);
    } catch {
      toast({ text: texts.fileNotLoaded, isFailure: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="secondary" isBusy={isBusy} aria-label={label} onClick={() => void save()}>
      <Download size={18} strokeWidth={1.75} aria-hidden />
      {children}
    </Button>
  );
}

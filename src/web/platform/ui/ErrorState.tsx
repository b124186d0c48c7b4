import * as texts from '#texts/ui.ts';
import { Button } from './Button.tsx';

type ErrorStateProps = {
  /** What failed, such as "Your lessons could not be loaded". */
  title: string;
  /** What was kept, or why it may have happened. */
  detail?: string | undefined;
  onRetry?: () => void;
  retryLabel?: string;
};

/** Says what failed and what was kept, with one button to try again. */
export function ErrorState({ title, detail, onRetry, retryLabel = texts.tryAgain }: ErrorStateProps) {
  return (
    <div role="alert" className="rounded-lg border border-red-line bg-red-tint px-5 py-6">
      <p className="font-head text-title font-bold">{title}</p>
      {detail && <p className="mt-1 max-w-[60ch]">{detail}</p>}
      {onRetry && (
        <Button variant="secondary" className="mt-4" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}

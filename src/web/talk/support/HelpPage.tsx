import { HelpAnswers } from './HelpAnswers.tsx';
import { SupportBlock } from './SupportBlock.tsx';

/** Questions with their answers, and how to reach a person. */
export function HelpPage() {
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <HelpAnswers />
      <SupportBlock />
    </div>
  );
}

import * as texts from '#texts/shell.ts';
import { switchView, useView } from '../../platform/session/dashboard-view.ts';
import { useSession } from '../../platform/session/use-session.ts';

/** The other view: its name, the sentence that says which one is on, and the way there. */
export function useViewSwitch(): { other: string; words: string; turn: () => void } {
  const isInstructor = useView() === 'instructor';
  const own = useSession()?.role === 'admin' ? texts.adminView : texts.learnerView;
  const [here, other] = isInstructor ? [texts.instructorView, own] : [own, texts.instructorView];
  return {
    other,
    words: texts.switchToOther({ here, other }),
    turn: () => switchView(isInstructor ? 'learner' : 'instructor'),
  };
}

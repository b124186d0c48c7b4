import * as texts from '#texts/verifying.ts';
import { Radio } from '../../../platform/ui/Checkbox.tsx';
import { TextField } from '../../../platform/ui/Field.tsx';
import type { Finding, Findings, Item } from './checklist.ts';

type ChecklistProps = {
  items: readonly Item[];
  /** Those that can't be right: the paper that would show it is not there. */
  withoutPaper: readonly Item[];
  findings: Findings;
  onChange: (findings: Findings) => void;
};

const untouched: Finding = { state: '', date: '', reason: '' };

/** Each thing to look at: right, with its last day where it has one, or wrong, with what the instructor will read. */
export function Checklist({ items, withoutPaper, findings, onChange }: ChecklistProps) {
  return (
    <ul className="card">
      {items.map((item) => {
        const finding = findings[item.kind] ?? untouched;
        const lacksPaper = withoutPaper.includes(item);
        const set = (change: Partial<Finding>) =>
          onChange({ ...findings, [item.kind]: { ...finding, seenBefore: undefined, ...change } });
        return (
          <li key={item.kind} className="border-line border-b px-4 py-2 last:border-b-0">
            <fieldset>
              <legend className="float-left pt-2 font-semibold">{item.label}</legend>
              <div className="clear-both flex flex-wrap gap-x-6">
                <Radio
                  name={item.kind}
                  label={texts.right}
                  disabled={lacksPaper}
                  checked={finding.state === 'right'}
                  onChange={() => set({ state: 'right' })}
                />
                <Radio
                  name={item.kind}
                  label={texts.wrong}
                  checked={finding.state === 'wrong'}
                  onChange={() => set({ state: 'wrong' })}
                />
                {!item.isNeeded && (
                  <Radio
                    name={item.kind}
                    label={texts.doesNotApply}
                    checked={finding.state === ''}
                    onChange={() => set({ state: '' })}
                  />
                )}
              </div>
            </fieldset>
            {lacksPaper && <p className="pb-2 text-soft text-note">{texts.rightNeedsPaper}</p>}
            {finding.state === 'right' && item.dateLabel && (
              <TextField
                label={item.dateLabel}
                hint={item.dateHint}
                type="date"
                fieldClassName="mb-2 max-w-60"
                value={finding.date}
                onChange={({ target }) => set({ date: target.value })}
              />
            )}
            {finding.state === 'wrong' && (
              <TextField
                label={texts.whatTheInstructorReads}
                fieldClassName="mb-2"
                maxLength={500}
                value={finding.reason}
                onChange={({ target }) => set({ reason: target.value })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

type Tab = { value: string; label: ReactNode; content: ReactNode };
type TabsProps = { label: string; tabs: readonly Tab[]; value?: string; onChange?: (value: string) => void };

/** Several views in one place, one shown at a time; arrow keys move between the tabs. Without `value` it keeps its own state. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const state = value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value };
  return (
    <Primitive.Root {...state} {...(onChange ? { onValueChange: onChange } : {})}>
      <Primitive.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 whitespace-nowrap border-b-2 border-transparent px-4 font-semibold text-soft data-[state=active]:border-green data-[state=active]:text-ink"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}

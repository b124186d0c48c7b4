import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import * as texts from '#texts/ui.ts';
import { cspNonce } from '../ground/csp-nonce.ts';
import { Field } from './Field.tsx';

export type SelectOption = { value: string; label: string };

type SelectFieldProps = {
  label: string;
  hint?: string;
  error?: string | undefined;
  options: readonly SelectOption[];
  value: string;
  placeholder?: string;
  name?: string;
  isDisabled?: boolean;
  onChange: (value: string) => void;
};

/** A list to choose one from, with type-ahead that starts anew after a second without a key. */
export function SelectField({ label, hint, error, options, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(parts) => (
        <Primitive.Root
          value={select.value}
          onValueChange={select.onChange}
          disabled={select.isDisabled ?? false}
          {...(select.name ? { name: select.name } : {})}
        >
          <Primitive.Trigger {...parts} className="field-box flex items-center justify-between gap-2 text-left">
            <Primitive.Value placeholder={select.placeholder ?? texts.chooseOne} />
            <Primitive.Icon>
              <ChevronDown size={18} strokeWidth={1.75} aria-hidden />
            </Primitive.Icon>
          </Primitive.Trigger>
          <SelectList options={options} />
        </Primitive.Root>
      )}
    </Field>
  );
}

function SelectList({ options }: { options: readonly SelectOption[] }) {
  const nonce = cspNonce();
  return (
    <Primitive.Portal>
      <Primitive.Content
        position="popper"
        sideOffset={4}
        className="card layer-rise z-50 max-h-80 min-w-(--radix-select-trigger-width) overflow-hidden p-1 shadow-card"
      >
        <Primitive.Viewport {...(nonce ? { nonce } : {})}>
          {options.map((option) => (
            <Primitive.Item
              key={option.value}
              value={option.value}
              className="flex min-h-11 items-center justify-between gap-3 rounded-sm px-3 outline-none data-[highlighted]:bg-tint"
            >
              <Primitive.ItemText>{option.label}</Primitive.ItemText>
              <Primitive.ItemIndicator>
                <Check size={18} strokeWidth={1.75} aria-hidden />
              </Primitive.ItemIndicator>
            </Primitive.Item>
          ))}
        </Primitive.Viewport>
      </Primitive.Content>
    </Primitive.Portal>
  );
}

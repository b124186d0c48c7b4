import { useState } from 'react';
import { hasHomes } from '#rules/places/planning-areas.ts';
import * as texts from '#texts/teaching.ts';
import { mapWindow, planningAreas } from '../../booking/search/planning-areas.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { Choices, plainOptions } from './Choices.tsx';

type AreaChoiceProps = {
  areas: readonly string[];
  onChange: (areas: readonly string[]) => void;
  error: string | undefined;
};

const areasWithHomes = planningAreas.filter(({ name }) => hasHomes(name));
const names = areasWithHomes.map(({ name }) => name);

/** Planning areas by tapping them on the map; the list below says and does the same for keyboards and screen readers. */
export function AreaChoice({ areas, onChange, error }: AreaChoiceProps) {
  const [sought, setSought] = useState('');
  const toggle = (name: string) =>
    onChange(areas.includes(name) ? areas.filter((each) => each !== name) : [...areas, name]);
  const offered = [...new Set([...names, ...areas])];
  const found = offered.filter((name) => name.toLowerCase().includes(sought.trim().toLowerCase()));
  return (
    <>
      <p>{texts.tapTheMap}</p>
      <svg viewBox={mapWindow.join(' ')} aria-hidden="true" className="w-full stroke-paper">
        {areasWithHomes.map(({ name, path }) => (
          // The list below is the way for everybody who does not point.
          // biome-ignore lint/a11y/noStaticElementInteractions: see above
          <path
            key={name}
            d={path}
            onClick={() => toggle(name)}
            className={`cursor-pointer hover:stroke-ink ${areas.includes(name) ? 'fill-green' : 'fill-line'}`}
          >
            <title>{name}</title>
          </path>
        ))}
      </svg>
      <p role="status" className="font-semibold">
        {texts.areasChosen({ count: areas.length })} <span className="font-normal">{areas.join(', ')}</span>
      </p>
      {error && <p className="font-semibold text-red">{error}</p>}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" className="min-h-12" onClick={() => onChange(names)}>
          {texts.allOfSingapore}
        </Button>
        {areas.length > 0 && (
          <Button variant="quiet" className="min-h-12" onClick={() => onChange([])}>
            {texts.noArea}
          </Button>
        )}
      </div>
      <details>
        <summary className="flex min-h-12 items-center font-semibold text-green">{texts.chooseFromAList}</summary>
        <div className="grid gap-4 pt-2">
          <TextField label={texts.findAnArea} value={sought} onChange={({ target }) => setSought(target.value)} />
          <Choices
            label={texts.areas}
            options={plainOptions(found)}
            values={areas}
            onChange={(values) => onChange(values)}
          />
        </div>
      </details>
    </>
  );
}

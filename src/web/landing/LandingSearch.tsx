import { dayChoices } from '../search/when-options.ts';

type LandingSearchProps = { areas: string[]; total: number | undefined };

const box = 'block border-line px-4 py-2 text-xs text-soft max-lg:border-b lg:border-r';
const select = 'mt-1 h-8 w-full text-base font-semibold text-ink';

/** The search of the start page: a plain form that needs neither an account nor scripts. */
export function LandingSearch({ areas, total }: LandingSearchProps) {
  return (
    <search>
      <form action="/instructors" className="card shadow-card lg:grid lg:grid-cols-[1.1fr_1fr_1fr_auto]">
        <label className={box}>
          Licence
          <select name="licenceClass" className={select}>
            <option value="">Any class</option>
            <option value="3A">Class 3A, auto</option>
            <option value="3">Class 3, manual</option>
          </select>
        </label>
        <label className={box}>
          Area
          <select name="area" className={select}>
            <option value="">Anywhere</option>
            {areas.map((area) => (
              <option key={area}>{area}</option>
            ))}
          </select>
        </label>
        <label className={box}>
          When
          <select name="day" className={select}>
            <option value="">Any day</option>
            {dayChoices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <div className="grid items-center p-2">
          <button type="submit" className="btn btn-primary">
            {total ? `Search ${total} instructors` : 'Search'}
          </button>
        </div>
      </form>
    </search>
  );
}

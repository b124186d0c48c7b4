import * as texts from '#texts/landing.ts';
import { dayChoicesAt } from '../../booking/search/when-options.ts';

type LandingSearchProps = { areas: string[]; total: number | undefined; now: string };

const box = 'block border-line px-3 py-2 text-note text-soft max-md:border-b md:border-r';
const select = 'mt-1 -ml-1 h-8 w-full text-body font-semibold text-ink';

/** The search of the start page: a plain form that needs neither an account nor scripts. */
export function LandingSearch({ areas, total, now }: LandingSearchProps) {
  return (
    <search>
      <form action="/instructors" className="card shadow-card md:grid md:grid-cols-[1.1fr_1.1fr_1fr_auto]">
        <label className={box}>
          {texts.licence}
          <select name="licenceClass" className={select}>
            <option value="">{texts.anyClass}</option>
            <option value="3A">{texts.class3aAuto}</option>
            <option value="3">{texts.class3Manual}</option>
          </select>
        </label>
        <label className={box}>
          {texts.area}
          <select name="area" className={select}>
            <option value="">{texts.anywhere}</option>
            {areas.map((area) => (
              <option key={area}>{area}</option>
            ))}
          </select>
        </label>
        <label className={box}>
          {texts.when}
          <select name="day" className={select}>
            <option value="">{texts.anyDay}</option>
            {dayChoicesAt(new Date(now)).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <div className="grid items-center p-2">
          <button type="submit" className="btn btn-primary">
            {total ? texts.searchTotalInstructors({ total }) : texts.search}
          </button>
        </div>
      </form>
    </search>
  );
}

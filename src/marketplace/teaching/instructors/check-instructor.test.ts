import { describe, expect, test } from 'vitest';
import { checkInstructor } from './check-instructor.ts';

describe('an instructor record', () => {
  test('takes the usual values where nothing was said', () => {
    const offer = { areas: [], timezone: 'Asia/Singapore', lessonMinutes: [60, 90, 120], cancellationHours: 24 };
    expect(checkInstructor({ status: 'listed' })).toEqual({ ok: true, offer: { ...offer, status: 'listed' } });
    // A draft lacks lengths until somebody chooses them.
    for (const lessonMinutes of [undefined, []]) {
      const draft = checkInstructor({ lessonMinutes });
      expect(draft).toEqual({ ok: true, offer: { ...offer, lessonMinutes: [], status: 'draft' } });
    }
  });

  test('keeps areas as maps write them and lengths in order, each once', () => {
    const check = checkInstructor({
      areas: ['bedok', 'Bedok', 'ANG MO KIO'],
      lessonMinutes: [120, 60, 120],
      cancellationHours: 48,
    });
    expect(check).toMatchObject({
      ok: true,
      offer: { areas: ['Bedok', 'Ang Mo Kio'], lessonMinutes: [60, 120], cancellationHours: 48 },
    });
  });

  test('may teach in a place that is no planning area only when an import says so', () => {
    expect(checkInstructor({ areas: ['Simei', 'bedok'] }, { takesAnyPlace: true })).toMatchObject({
      ok: true,
      offer: { areas: ['Simei', 'Bedok'] },
    });
    expect(checkInstructor({ areas: ['Simei'] })).toMatchObject({ ok: false });
  });

  test.each([
    [0, true],
    [1, false],
    [999, false],
    [1000, true],
  ])('may ask for %i cents an hour: %s', (newHourlyCents, isOk) => {
    const check = checkInstructor({}, { newHourlyCents });
    expect(check.ok).toBe(isOk);
    if (!isOk) expect(check).toMatchObject({ errors: { hourlyCents: { message: 'Must be at least S$10.00.' } } });
  });

  test.each([
    ['areas', ['Atlantis'], 'validation_invalid_areas'],
    ['areas', 'Bedok', 'validation_invalid_areas'],
    ['areas', [7], 'validation_invalid_areas'],
    ['timezone', 'Asia/Bedok', 'validation_invalid_timezone'],
    ['timezone', '+08:00', 'validation_invalid_timezone'],
    ['lessonMinutes', [], 'validation_invalid_lesson_minutes'],
    ['lessonMinutes', [4], 'validation_invalid_lesson_minutes'],
    ['lessonMinutes', [2881], 'validation_invalid_lesson_minutes'],
    ['lessonMinutes', [60.5], 'validation_invalid_lesson_minutes'],
    ['lessonMinutes', '60', 'validation_invalid_lesson_minutes'],
    ['cancellationHours', 36, 'validation_invalid_cancellation_hours'],
  ])('is refused on %s for %j', (field, value, code) => {
    const check = checkInstructor({ status: 'listed', [field]: value });
    expect(check.ok).toBe(false);
    expect(check).toMatchObject({ errors: { [field]: { code } } });
  });
});

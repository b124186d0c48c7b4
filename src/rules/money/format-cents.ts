/** Cents as people read them: `S$1,234.50`; negative amounts as `−S$5.00`. */
export function formatCents(cents: number): string {
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  const grouped = String(whole).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${cents < 0 ? '−' : ''}S$${grouped}.${rest}`;
}

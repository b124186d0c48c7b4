/** Integer cents as people read them: 6500 is `S$65.00`, 120450 is `S$1,204.50`, -500 is `-S$5.00`. */
export function formatMoney(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(cents) / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = (Math.abs(cents) % 100).toString().padStart(2, '0');
  return `${sign}S$${whole}.${rest}`;
}

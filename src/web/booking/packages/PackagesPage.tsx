import { useSearchParams } from 'react-router';
import { BuyPackage } from './BuyPackage.tsx';
import { OwnPackages } from './OwnPackages.tsx';
import { PayPackage } from './PayPackage.tsx';
import { readPackagesAddress } from './packages-address.ts';

/** Packages of hours: what its address asks for, else those one has. */
export function PackagesPage() {
  const [query] = useSearchParams();
  const { pay, buy, minutes } = readPackagesAddress(query);
  if (pay) return <PayPackage key={pay} id={pay} />;
  if (buy) return <BuyPackage key={buy} instructorId={buy} minutes={minutes} />;
  return <OwnPackages />;
}

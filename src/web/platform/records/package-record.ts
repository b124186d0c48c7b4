/** A `package_purchases` record. */
export type PackagePurchase = {
  id: string;
  learner: string;
  instructor: string;
  minutes: number;
  priceCents: number;
  hourlyCents: number;
  discountPercent: number;
  minutesLeft: number;
  expiresOn: string;
  status: 'pending' | 'active' | 'used' | 'refunded' | 'expired';
  boughtAt: string;
  created: string;
  expand?: {
    instructor?: { id: string; name: string; timezone: string };
    learner?: { id: string; name: string; firstName?: string };
  };
};

/** A `package_offers` record. */
export type PackageOffer = {
  id: string;
  instructor: string;
  minutes: number;
  discountPercent: number;
  active: boolean;
};

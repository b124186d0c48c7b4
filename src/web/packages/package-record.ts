/** A package in use, as its learner's balance names it. */
export type OwnPackage = {
  id: string;
  instructor: string;
  instructorName: string;
  minutes: number;
  minutesLeft: number;
  priceCents: number;
  /** What giving it back would bring now. */
  refundCents: number;
  refundTo: 'source' | 'credit';
  boughtAt: string;
  expiresOn: string;
};

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

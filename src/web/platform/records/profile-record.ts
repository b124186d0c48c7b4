import * as texts from '#texts/teaching.ts';

/** What the pages of an instructor and of those who check read of a profile. */
export type Profile = {
  id: string;
  collectionName: string;
  user: string;
  name: string;
  photo: string;
  carPhoto: string;
  bio: string;
  status: string;
  licenceClasses: string[];
  languages: string[];
  areas: string[];
  testCentre: string;
  gender: string;
  hourlyCents: number;
  eveningSurchargePercent: number;
  weekendSurchargePercent: number;
  timezone: string;
  lessonMinutes: number[];
  slotStepMinutes: number;
  minNoticeMinutes: number;
  horizonDays: number;
  gapMinutes: number;
  considersTravel: boolean;
  maxLessonsPerDay: number;
  maxLessonsPerWeek: number;
  maxPerLearnerPerWeek: number;
  instantBooking: boolean;
  pausedBySelf?: boolean;
  pausedUntil?: string;
  worksHolidays: boolean;
  cancellationHours: number;
  vehiclePlate: string;
  vehicleModel: string;
  licenceExpiresOn: string;
  retiresOn: string;
  verifiedAt: string;
  updated: string;
};

export type Paper = {
  id: string;
  collectionName: string;
  instructor: string;
  kind: string;
  file: string;
  expiresOn: string;
  status: string;
  reason: string;
  created: string;
};

export type ChangeRequest = {
  id: string;
  collectionName: string;
  instructor: string;
  changes: Record<string, unknown>;
  photo: string;
  carPhoto: string;
  status: string;
  reason: string;
  created: string;
};

export type Verification = {
  id: string;
  instructor: string;
  outcome: string;
  status: string;
  reasons: Record<string, string> | null;
  created: string;
  /** For those who check only. */
  checks?: Check[];
  checker?: string;
  checkerName?: string;
};

export type Check = { kind: string; checkedOn: string; expiresOn: string; note: string };

export const licenceClasses = ['3', '3A', '3C', '3CA', '4', '4P', '2B', '2A', '2'] as const;
/** The languages by the names that the server knows them by. */
export const languageNames: Readonly<Record<string, string>> = {
  English: texts.inEnglish,
  Mandarin: texts.inMandarin,
  Malay: texts.inMalay,
  Tamil: texts.inTamil,
  Hokkien: texts.inHokkien,
  Cantonese: texts.inCantonese,
  Teochew: texts.inTeochew,
};
export const testCentres = ['BBDC', 'CDC', 'SSDC'] as const;

/** The papers that are asked for, in the order in which they are asked for. */
export const paperKinds = ['licence', 'vehicle', 'insurance', 'medical'] as const;
export type PaperKind = (typeof paperKinds)[number];

export const paperNames: Readonly<Record<string, string>> = {
  licence: texts.paperLicence,
  vehicle: texts.paperVehicle,
  insurance: texts.paperInsurance,
  medical: texts.paperMedical,
  photo: texts.paperPhoto,
};

/** What a class of licence means to people who don't know the numbers. */
export const classNotes: Readonly<Record<string, string>> = {
  '3': texts.classManual,
  '3A': texts.classAutomatic,
};
/** What the fields of a profile are called where somebody is told about them. */
export const fieldNames: Readonly<Record<string, string>> = {
  ...paperNames,
  name: texts.nameOnYourLicence,
  licenceClasses: texts.licenceClasses,
  areas: texts.areas,
  hourlyCents: texts.pricePerHour,
  lessonMinutes: texts.lessonLengths,
  vehiclePlate: texts.carPlate,
  vehicleModel: texts.carModel,
  photo: texts.yourPicture,
  carPhoto: texts.pictureOfTheCar,
  documents: texts.papers,
  hours: texts.weeklyHours,
};

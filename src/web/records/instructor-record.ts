/** The public fields of an `instructors` record that the signed-in area shows. */
export type Instructor = {
  id: string;
  collectionName?: string;
  user?: string;
  name: string;
  photo?: string;
  licenceClasses: string[];
  languages: string[];
  areas: string[];
  testCentre: string;
  hourlyCents: number;
  eveningSurchargePercent: number;
  weekendSurchargePercent: number;
  timezone: string;
  lessonMinutes: number[];
  horizonDays: number;
  considersTravel?: boolean;
  instantBooking: boolean;
  cancellationHours: number;
  vehiclePlate: string;
  vehicleModel: string;
  status: string;
};

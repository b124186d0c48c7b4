import * as texts from '#texts/teaching.ts';

/** What exactly was done for each thing that can be checked. What is not named here is not told to people. */
export const checkWords: Readonly<Record<string, string>> = {
  tp_list: texts.checkedPoliceList,
  licence: texts.checkedLicence,
  name: texts.checkedName,
  photo: texts.checkedPhoto,
  vehicle: texts.checkedVehicle,
  dual_controls: texts.checkedDualControls,
  insurance: texts.checkedInsurance,
  medical: texts.checkedMedical,
};

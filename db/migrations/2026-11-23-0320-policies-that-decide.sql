-- Two figures decided nothing: what comes back of an unused package is all of it at any time, and the age of learners is the law's.
update policies set "values" = "values" - 'packageCoolingOffDays' - 'learnerAgeYears' where "values" ?| array['packageCoolingOffDays', 'learnerAgeYears'];

-- What staff are told of says no more what learners and others wrote: that stands at the desks, which ask for two factors.
update notifications set message = 'Open it to read what the learner says and wants.' where _key like 'claim:%' and _key = 'claim:' || split_part(_key, ':', 2) || ':' || "user";
update notifications set message = 'Open it to read the review and why it was reported.' where _key like 'review\_report:%';
update notifications set message = 'Somebody waits for an answer. Open it to read what they ask.' where _key like 'support:%:%';

import { GraphQLError, type ValidationRule } from 'graphql';

/** Root fields of one operation at most: requests are counted, so one of them must not be hundreds. */
export const MOST_ROOT_FIELDS = 20;

/** Refuses an operation with more root fields than that, aliased or in fragments. */
export const rootFieldLimit: ValidationRule = (context) => {
  const schema = context.getSchema();
  const roots = [schema.getQueryType(), schema.getMutationType()];
  let fields = 0;
  return {
    Field() {
      if (!roots.some((root) => root !== null && root !== undefined && root === context.getParentType())) return;
      fields += 1;
      if (fields === MOST_ROOT_FIELDS + 1) {
        context.reportError(new GraphQLError(`An operation may have ${MOST_ROOT_FIELDS} root fields at most.`));
      }
    },
  };
};

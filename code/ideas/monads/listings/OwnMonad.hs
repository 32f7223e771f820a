{-# LANGUAGE RebindableSyntax #-}
-- The class itself, and a Maybe of our own.  RebindableSyntax makes do
-- use our (>>=), not the Prelude's, whose names we hide.
module Main (main) where

import Prelude hiding
  (Applicative (..), Functor (..), Maybe (..), Monad (..))
import qualified Prelude

class Functor f where
  fmap :: (a -> b) -> f a -> f b

class Functor f => Applicative f where
  pure :: a -> f a
  (<*>) :: f (a -> b) -> f a -> f b

class Applicative m => Monad m where
  (>>=) :: m a -> (a -> m b) -> m b
  return :: a -> m a
  return = pure

data Maybe a = Nothing | Just a
  deriving (Eq, Show)

instance Functor Maybe where
  fmap _ Nothing = Nothing
  fmap f (Just a) = Just (f a)

instance Applicative Maybe where
  pure = Just
  Just f <*> m = fmap f m
  Nothing <*> _ = Nothing

instance Monad Maybe where
  Nothing >>= _ = Nothing
  Just a >>= f = f a

half :: Int -> Maybe Int
half n = if even n then Just (n `div` 2) else Nothing

quarter :: Int -> Maybe Int
quarter n = do
  h <- half n
  q <- half h
  return q

halves :: Int -> Int -> Maybe (Int, Int)
halves m n = pure (,) <*> half m <*> half n

ifThenElse :: Bool -> a -> a -> a
ifThenElse True yes _ = yes
ifThenElse False _ no = no

main :: IO ()
main =
  if map quarter [12, 6] == [Just 3, Nothing]
    && halves 4 6 == Just (2, 3)
    then Prelude.return ()
    else error "quarter gives a wrong answer"
